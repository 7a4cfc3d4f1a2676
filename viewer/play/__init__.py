"""Playing against agents in the browser: a person's table, the messages of the page, and the server between them."""
