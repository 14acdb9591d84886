"""The console's end in the runtime: the only part of the library that opens a socket, and only from its own thread.

::

    from veraz.sync import Console

    agent = Agent("desk", tools=[...], model=model, console=Console("https://veraz.example", key), replies={})
"""

from veraz.sync.console_client import Console
from veraz.sync.keys import KeySet
from veraz.sync.registering import Pushed, pushed
from veraz.sync.signed_licence import Licence
from veraz.sync.transport import Answer, Transport, Urllib3Transport

__all__ = ["Answer", "Console", "KeySet", "Licence", "Pushed", "Transport", "Urllib3Transport", "pushed"]
