// Takes over a record's history from elsewhere, step by step, by the same decisions as if it happened here.
// Types, rules and lifecycle hold; roles and separation of duties were another system's (docs/decisions/010).
import type { Actor } from '../actor.js';
import { happening, type Decided, type Said } from '../decider.js';
import type { Metadata } from '../event.js';
import { reason } from '../reason.js';
import { Refused } from '../refusal.js';
import type { Environment } from './environment.js';
import { mustBeNew, open } from './open.js';
import type { ImportRecord } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import { evolve, type RecordState } from './record-state.js';
import { takeAction } from './take-action.js';
import { instantOf } from './types/date.js';

/** Where a step stands in the log, and who did it when. */
interface Origin {
  readonly actor: string;
  readonly at: string;
  readonly source: NonNullable<Metadata['source']>;
}

type Decide = (state: RecordState, environment: Environment) => readonly Decided<RecordEvent>[];

export function importHistory(
  state: RecordState,
  history: ImportRecord['data'],
  environment: Environment,
): readonly Decided<RecordEvent>[] {
  mustBeNew(state, environment);
  const { log, line, openedBy: actor, openedAt: at, input } = history;
  const events: Decided<RecordEvent>[] = [];
  let record: RecordState = state;
  const follow = (origin: Origin, decide: Decide): void => {
    for (const event of step(record, origin, environment, decide)) {
      record = evolve(record, happening(event, origin.actor, environment.now));
      events.push(event);
    }
  };
  follow({ actor, at, source: { log, line } }, (before, then) => open(before, input, then));
  for (const one of history.steps) {
    const source = { log, line: one.line, ...(one.attributes && { attributes: one.attributes }) };
    follow({ actor: one.actor, at: one.at, source }, (before, then) => takeAction(before, one, then));
  }
  return events;
}

/** One decision as of its own moment and person. Refusals name the line of the log. */
function step(
  record: RecordState,
  origin: Origin,
  environment: Environment,
  decide: Decide,
): readonly Decided<RecordEvent>[] {
  const at = instantOf(origin.at);
  try {
    if (at === undefined) throw new Refused([notAMoment(environment)]);
    const user: Actor = { id: origin.actor, name: '', roles: [], system: true };
    const { known, ...rest } = environment;
    const asOf = { user, now: at, seen: undefined, elsewhere: true };
    const then = { ...rest, ...asOf, known: { ...known, opensToday: undefined } };
    const said: Said = { actor: origin.actor, effectiveAt: at, source: origin.source };
    return decide(record, then).map((event) => ({ ...event, said: { ...event.said, ...said } }));
  } catch (error) {
    throw error instanceof Refused ? atLine(error, origin.source.line) : error;
  }
}

function notAMoment(environment: Environment) {
  const words = {
    field: 'The time',
    expected: 'a moment with its time zone',
    example: '2026-11-20T10:00:00Z',
  };
  return reason(environment, 'WRONG_TYPE', { with: words });
}

function atLine(refused: Refused, line: number): Refused {
  return new Refused(
    refused.reasons.map((one) => ({ ...one, message: `Line ${line}: ${one.message}` })),
    refused.differences,
  );
}
