"""The console's end in the runtime: the only part of the library that opens a socket, and only from its own thread.

::

    from veraz.sync import Console

    agent = Agent("desk", tools=[...], model=model, console=Console("https://veraz.example", key), replies={})
"""
