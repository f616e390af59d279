"""Play the adversary on a release."""

from tokumei.cli.options.on_release import on_release

command = on_release("attack")
