"""Verification of a reply against a record: evidence is gathered, claims are judged, what is false is replaced.

Nothing here writes a text: what stands in the place of a false sentence is composed from phrasings, and everything else
stays as the model wrote it, byte for byte. ``check`` is the door, ``course`` goes through the stages.
"""
