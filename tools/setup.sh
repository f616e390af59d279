#!/bin/sh
# Make the environment in .venv and install Tokumei into it: `tools/setup.sh run` to use it, `dev` to work on it.
set -eu
cd "$(dirname "$0")/.."
what=${1:-run}
venv=.venv
stamp=$venv/.installed-$what

# An environment belongs to one folder: a copied or moved one is made anew.
ours() { [ "$(cat "$venv/.folder" 2>/dev/null)" = "$PWD" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }
fresh() { [ -e "$1" ] && [ ! pyproject.toml -nt "$1" ] && [ ! constraints.txt -nt "$1" ]; }
# Whoever can work on it can use it.
current() { fresh "$venv/.installed-dev" || { [ "$what" = run ] && fresh "$stamp"; }; }

python() {
    for name in ${PYTHON:-python3.11 python3.12 python3.13 python3}; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    echo "setup: no Python from 3.11 to 3.13 was found; install one, or name it with  make PYTHON=/path/to/python3" >&2
    exit 2
}

# A fresh Debian may have Python without ensurepip, so pip comes from wherever there is one.
create() {
    found=$(python)
    if "$found" -c 'import ensurepip' 2>/dev/null; then
        "$found" -m venv --clear "$venv"
    elif command -v uv >/dev/null; then
        uv venv --quiet --clear --seed --python "$found" "$venv"
    elif "$found" -m pip --version >/dev/null 2>&1; then
        "$found" -m venv --clear --without-pip "$venv"
        "$found" -m pip --python "$venv/bin/python" install --quiet pip
    else
        echo "setup: this Python cannot make environments yet; as root run  apt-get install -y python3-venv  and try again." >&2
        exit 2
    fi
}

install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt "$@"
}

if ours && current; then
    exit 0
fi
ours || create
echo "$PWD" >"$venv/.folder"
echo "setup: installing into $venv (only the first time) ..." >&2
if [ "$what" = dev ]; then
    # Dependency groups came with pip 25.1.
    install --upgrade 'pip>=25.1'
    install --editable '.[all]' --group test --group check --group docs
else
    install --editable .
fi
touch "$stamp"
