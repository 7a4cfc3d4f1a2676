# A bot of swarmzoo's line protocol in Perl: it draws a legal action for each of its agents.
#
# swarmzoo evaluate "process:perl at_random.pl" --against random
use strict;
use warnings;
use JSON::PP;

$| = 1;    # flush every line, for the game waits for it
sub say_json { print encode_json($_[0]), "\n" }

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        say_json({ type => 'ready', name => 'at random (perl)', wants => [] });
    }
    elsif ($type eq 'game') {
        srand($message->{seed} % 2**32);    # the same seed, the same game
    }
    elsif ($type eq 'act') {
        my @actions = map { $_->[ int(rand(@$_)) ] } @{ $message->{legal} };
        say_json({ id => $message->{id}, actions => \@actions });
    }
    elsif ($type eq 'quit') {
        last;
    }
}
