"""Events told to an organisation's own addresses, signed as standardwebhooks.com says."""
