# shellcheck shell=bash
# To be sourced with $root set to the checkout. set_up makes sure that $root/.venv holds what requirements.lock
# says and this checkout; with nothing to do it costs milliseconds. Then $python is the interpreter to use.
#
# Only .venv/bin/python is ever called, never the commands beside it: those start with the path of the checkout
# and stop working when it moves.

# The script that sources this file sets root.
# shellcheck disable=SC2154
venv="$root/.venv"
python="$venv/bin/python"
stamp_file="$venv/analyzer-setup"

say() { printf 'analyzer: %s\n' "$*" >&2; }

give_up() {
    say "$@"
    exit 1
}

# What a finished .venv was made from: first what the installed packages depend on (the path too: the editable
# install points to it), then what only the install of the checkout depends on.
stamp_of_packages() { printf '%s\n' "$root" "$(<"$root/requirements.lock")"; }
stamp() { printf '%s\n' "$(stamp_of_packages)" "$(<"$root/pyproject.toml")"; }

# Whether .venv was finished, with the Python that is wanted: whoever names one means it. All comparisons are made
# in the shell, so that a call with nothing to do starts no program.
is_finished() {
    [[ -x $python && -f $stamp_file ]] || return 1
    [[ -z ${PYTHON:-} || "$(real_python "$PYTHON")" == "$(real_python "$python")" ]]
}
is_set_up() { is_finished && [[ "$(<"$stamp_file")" == "$(stamp)" ]]; }
has_packages() { is_finished && [[ "$(<"$stamp_file")" == "$(stamp_of_packages)"$'\n'* ]]; }

# The path of the interpreter itself: python3 may mean another version tomorrow, and a .venv made from that name
# would break. Prints nothing if it is missing or too old.
real_python() {
    "$1" -I -c 'if True:
        import os, sys
        if sys.version_info >= (3, 11):
            print(os.path.realpath(sys.executable))' 2>/dev/null || true
}

find_python() {
    local name found
    if [[ -n ${PYTHON:-} ]]; then
        found=$(real_python "$PYTHON")
        [[ -n $found ]] || give_up "PYTHON=$PYTHON is not a Python of version 3.11 or later."
        printf '%s\n' "$found"
        return
    fi
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        found=$(real_python "$name")
        if [[ -n $found ]]; then
            printf '%s\n' "$found"
            return
        fi
    done
    give_up "found no Python of version 3.11 or later; install one, or name it: PYTHON=/path/to/python3 $0"
}

# Holds a lock on this file through file descriptor 9 until that is closed, so that two first calls at the same
# time do not build one .venv. The system drops it when the process dies, however it dies. Python takes it because
# not every system has a flock command; where the file system has no locks, it goes on without.
take_turns() {
    exec 9<"$root/scripts/lib/setup.sh"
    "$1" -I -c 'if True:
        import fcntl, sys
        try:
            fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("analyzer: waiting for another set-up of this checkout to finish", file=sys.stderr)
            fcntl.flock(9, fcntl.LOCK_EX)
        except OSError:
            pass'
}

# -I: no PYTHONPATH, and nothing from the user's folder. -qq: errors only.
pip_install() { "$python" -I -m pip install -qq --disable-pip-version-check --no-input "$@" >&2; }

install_packages() {
    local reason output
    if [[ -f $stamp_file ]]; then
        reason="the .venv is out of date; making it anew"
    elif [[ -e $venv ]]; then
        reason="the .venv is unfinished; making it anew"
    else
        reason="first use; setting up"
    fi
    say "$reason in $venv (a minute or so; pip must reach a package index)"
    rm -f -- "$stamp_file"
    # Its output is kept back: on Ctrl-C it would be a traceback.
    output=$("$1" -m venv --clear -- "$venv" 2>&1) ||
        give_up "set-up failed: could not make $venv (on Debian and Ubuntu, python3-venv may be missing): $output"
    pip_install --require-hashes -r "$root/requirements.lock" ||
        give_up "set-up failed: pip could not install requirements.lock (its message is above). The next call tries again."
}

# The stamp goes first and comes last, so that an interrupted set-up never looks finished.
build() {
    local made_from
    made_from=$(stamp)
    if has_packages; then
        say "pyproject.toml has changed; installing the checkout anew"
        rm -f -- "$stamp_file"
    else
        install_packages "$1"
    fi
    pip_install --no-deps --no-build-isolation --no-index -e "$root" ||
        give_up "set-up failed: pip could not install this checkout (its message is above)."
    printf '%s\n' "$made_from" >"$stamp_file.part"
    mv -- "$stamp_file.part" "$stamp_file"
    say "set up with $("$python" -I -c 'import platform; print("Python", platform.python_version())')"
}

set_up() {
    if is_set_up; then return; fi
    local base
    base=$(find_python)
    trap 'say "set-up interrupted; the next call starts it over."; exit 130' INT TERM
    take_turns "$base"
    # Another call may have done it while this one waited.
    is_set_up || build "$base"
    exec 9<&-
    trap - INT TERM
}
