// What the order system answered in the past: it is busy now and then, and was down for some hours once or twice.
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { DAY_MS } from '../calendar.js';
import { randomFor } from '../random.js';
import type { Story } from '../story.js';

const CALL = 'orderFromSupplier';
/** Before that, orders were placed by hand. */
const CONNECTED = 60 * DAY_MS;
/** As section 7 says: so often, and eight times again. */
const ATTEMPTS = 9;

const busy: AttemptOutcome = { failed: { why: 'it answered 503' } };

const taken = (number: string): AttemptOutcome => {
  const body = { id: number };
  return { answered: { response: { status: 201, headers: {}, body }, text: JSON.stringify(body) } };
};

/** The number it gave; undefined: it did not take the order, or was not there yet. */
export function sentToOrderSystem(story: Story): string | undefined {
  if (story.over || story.untilEnd > CONNECTED) return undefined;
  // Chances of its own: those of the story stay as they were.
  const random = randomFor(`${CALL} ${story.id}`);
  const number = `O-${random.between(1_000, 9_999)}`;
  const turn = random.between(1, 100);
  if (turn <= 8) {
    story.calls(CALL, Array<AttemptOutcome>(ATTEMPTS).fill(busy));
    return undefined;
  }
  story.calls(CALL, turn <= 35 ? [busy, taken(number)] : [taken(number)]);
  return number;
}
