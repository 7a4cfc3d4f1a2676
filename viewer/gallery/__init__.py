"""A folder of pages that play back games worth seeing."""
