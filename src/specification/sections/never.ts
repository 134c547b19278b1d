// Section 7: what an answer or a message would do and never can, by the states that section 4 shows.
import { keySpotAt, spotAt } from '../document/node.js';
import type { CallOutcome, Lifecycle } from '../specification.js';
import type { Path, Problems, SectionData } from './reading.js';
import { statesFrom } from './reach.js';

export interface OutcomeCheck {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
}

/** `starts`: states in which the record may be when it is asked for; from there it may have gone on. */
export function checkPossible(
  { section, problems }: OutcomeCheck,
  path: Path,
  outcome: CallOutcome | undefined,
  { lifecycle, starts }: { readonly lifecycle: Lifecycle; readonly starts: readonly string[] },
): void {
  if (!outcome || starts.length === 0) return;
  const later = statesFrom(lifecycle, starts);
  const open = lifecycle.states.filter(({ key, final }) => !final && later.has(key));
  const where = starts.map((state) => `\`${state}\``).join(' and ');
  const [first] = outcome.set;
  if (first && open.length === 0)
    problems.reportIfNew(
      keySpotAt(section.node, [...path, 'set', first[0]]),
      `\`${first[0]}\` is never set: ${where} is final, and nothing is changed there any more`,
      'make the call from an earlier action, or leave out the `final: true`',
    );
  const action = lifecycle.actions.find(({ key }) => key === outcome.action);
  if (action && action.from.length > 0 && !action.from.some((state) => later.has(state)))
    problems.reportIfNew(
      spotAt(section.node, [...path, 'action']),
      `\`${action.key}\` is never taken: it starts from ${action.from.map((state) => `\`${state}\``).join(', ')}, where no record gets to from ${where}`,
      'name an action that is possible then',
    );
}
