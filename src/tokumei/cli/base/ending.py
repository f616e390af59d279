"""How a command ends: 0 done, 1 a fault of ours, 2 bad input or options, 3 a requirement not met, 130 stopped."""

import errno
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click

from tokumei.errors import Cancelled, DeclarationError, RequirementNotMet, TokumeiError

DONE, OUR_FAULT, BAD_INPUT, NOT_MET, STOPPED = 0, 1, 2, 3, 130
REPORTS = "https://tokumei.readthedocs.io"
NOTHING_WRITTEN = "stopped; nothing was written."


def ended(work: Callable[[], Any]) -> NoReturn:
    """Do the work and leave with the exit code of its ending."""
    sys.exit(_code(work))


def _code(work: Callable[[], Any]) -> int:
    try:
        code = work()
    except click.ClickException as error:
        return _said(_lower(error.format_message()), BAD_INPUT)
    except RequirementNotMet as error:
        return _said(str(error), NOT_MET)
    except Cancelled as error:
        return _said(str(error) or NOTHING_WRITTEN, STOPPED)
    except DeclarationError as error:
        return _said(f"a fault of ours: {error}", OUR_FAULT)
    except TokumeiError as error:
        return _said(str(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _said(NOTHING_WRITTEN, STOPPED)
    except BaseException as error:  # noqa: BLE001 - compiled libraries panic past Exception; nothing may print a cell
        return _fault(error)
    return code if isinstance(code, int) else DONE


def _fault(error: BaseException) -> int:
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else OUR_FAULT
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        # The reader of our output went away, as `head` does: nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OUR_FAULT
    if os.environ.get("TOKUMEI_DEBUG") == "1":
        traceback.print_exception(error)
    # The message of a foreign exception may quote a cell; its type and place never do.
    return _said(
        f"a fault of ours ({type(error).__name__} in {_place(error)}), not of your data; please tell us, without any "
        f"data: {REPORTS}. TOKUMEI_DEBUG=1 shows where it went wrong, and may show values of the data.",
        OUR_FAULT,
    )


def _place(error: BaseException) -> str:
    ours = str(Path(__file__).parents[2])
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(frames) if frame.filename.startswith(ours)), None)
    return f"{Path(frame.filename).relative_to(ours)}:{frame.lineno}" if frame else "another library"


def _said(sentence: str, code: int) -> int:
    click.echo(f"tokumei: {' '.join(sentence.split())}", err=True)
    return code


def _lower(sentence: str) -> str:
    # A name in capitals, such as ORIGINAL, stays as it is.
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]
