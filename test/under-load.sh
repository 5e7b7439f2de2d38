#!/usr/bin/env bash
# Runs the whole suite several times in a fresh clone of HEAD while other processes keep the processors busy. Fails when one run fails.
#
#   bash test/under-load.sh             ten times, beside two busy processes
#   bash test/under-load.sh 3 4         three times, beside four
set -uo pipefail
times=${1:-10} hogs=${2:-2}

clone=$(mktemp -d)
git clone -q "$(git rev-parse --show-toplevel)" "$clone/project"
pids=()
trap 'kill "${pids[@]}"; rm -rf "$clone"' EXIT
for ((hog = 0; hog < hogs; hog++)); do
  while :; do :; done &
  pids+=($!)
done

cd "$clone/project"
failures=0
for ((run = 1; run <= times; run++)); do
  began=$SECONDS
  if npm test --silent >"$clone/run.log" 2>&1; then result=green; else result=RED failures=$((failures + 1)); fi
  echo "run $run: $result, $(tail -n 1 "$clone/run.log"), $((SECONDS - began)) s, load $(cut -d ' ' -f 1 /proc/loadavg)"
  if [ "$result" = RED ]; then
    kept=$(mktemp --suffix=.log)
    cp "$clone/run.log" "$kept"
    echo "  all that it printed: $kept"
    grep -aE 'FAIL|Error:' "$kept"
  fi
done
exit $((failures > 0))
