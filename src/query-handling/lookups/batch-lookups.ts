// One query for lookups of a turn, and of the time a query takes, keeps commands in step so that they share commits.
import { setImmediate } from 'node:timers/promises';
import { currentQueryContext, type QueryContext } from '#projections/port/query.js';

export type ExistenceLookup = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

interface LookupBatch {
  readonly ids: Set<string>;
  readonly answer: Promise<ReadonlySet<string>>;
}

const MAX_IDS = 500;

export function batchLookups(ask: ExistenceLookup): ExistenceLookup {
  const open = new Map<QueryContext | undefined, LookupBatch>();
  const before = new Map<QueryContext | undefined, Promise<unknown>>();

  function begin(asker: QueryContext | undefined): LookupBatch {
    const ids = new Set<string>();
    const turn = before.get(asker) ?? setImmediate();
    const answer = turn.then(() => {
      if (open.get(asker) === question) open.delete(asker);
      return ask([...ids]);
    });
    const question = { ids, answer };
    open.set(asker, question);
    const answered = answer
      .catch(() => {})
      .finally(() => {
        if (before.get(asker) === answered) before.delete(asker);
      });
    before.set(asker, answered);
    return question;
  }

  return async (ids) => {
    if (ids.length === 0) return new Set();
    const asker = currentQueryContext();
    const question = open.get(asker) ?? begin(asker);
    for (const id of ids) question.ids.add(id);
    if (question.ids.size >= MAX_IDS) open.delete(asker);
    const found = await question.answer;
    return new Set(ids.filter((id) => found.has(id)));
  };
}
