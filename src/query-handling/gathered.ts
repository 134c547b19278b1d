// Look-ups that are asked for at once, as one question: in one turn of the event loop, and while the one before is being
// answered. What many commands do together stays in step, and shares its commits.
import { setImmediate } from 'node:timers/promises';
import { whoIsAsking, type Asking } from '#projections/port/asking.js';

/** Of these ids, those that there are. */
export type Existing = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

interface Question {
  readonly ids: Set<string>;
  readonly answer: Promise<ReadonlySet<string>>;
}

/** More ids than these are another question. */
const MOST = 500;

/** Each asker's own: whoever goes takes nobody's answer along. */
export function gathered(ask: Existing): Existing {
  const open = new Map<Asking | undefined, Question>();
  const before = new Map<Asking | undefined, Promise<unknown>>();

  function begin(asker: Asking | undefined): Question {
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
    const asker = whoIsAsking();
    const question = open.get(asker) ?? begin(asker);
    for (const id of ids) question.ids.add(id);
    if (question.ids.size >= MOST) open.delete(asker);
    const found = await question.answer;
    return new Set(ids.filter((id) => found.has(id)));
  };
}
