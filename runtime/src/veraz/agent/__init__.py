"""The agent: the shell around the check that talks to the model, the tools and the person."""

from veraz.agent.agent import Agent
from veraz.agent.session import Waiting
from veraz.agent.steps import Step
from veraz.agent.turn import Model, Plan, Reply, Selector

__all__ = ["Agent", "Model", "Plan", "Reply", "Selector", "Step", "Waiting"]
