// Historical answers of the order system, sometimes busy or down.
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { DAY_MS } from '../office-time.js';
import { createSeededRandom } from '../seeded-random.js';
import type { Story } from '../story.js';

const CALL = 'orderFromSupplier';
/** Earlier orders were placed by hand. */
const CONNECTED = 60 * DAY_MS;
/** One attempt and eight retries, as section 7 declares. */
const ATTEMPTS = 9;

const busy: AttemptOutcome = { failed: { why: 'it answered 503' } };

const taken = (number: string): AttemptOutcome => {
  const body = { id: number };
  return { answered: { response: { status: 201, headers: {}, body }, text: JSON.stringify(body) } };
};

export function addPastOrderCall(story: Story): string | undefined {
  if (story.isOver || story.untilEnd > CONNECTED) return undefined;
  // A separate random sequence leaves the story's unchanged.
  const random = createSeededRandom(`${CALL} ${story.id}`);
  const number = `O-${random.between(1_000, 9_999)}`;
  const turn = random.between(1, 100);
  if (turn <= 8) {
    story.calls(CALL, Array<AttemptOutcome>(ATTEMPTS).fill(busy));
    return undefined;
  }
  story.calls(CALL, turn <= 35 ? [busy, taken(number)] : [taken(number)]);
  return number;
}
