// What a record needs to get on → one sentence under its title, with links to the fields that are asked for.
import type { RecordPage } from '#views/view-models/record.js';
import { inputId } from '#views/controls/explained.js';
import { roleTitles } from '#domain/permissions.js';
import { inLanguage } from '#domain/reason.js';
import type { Reason } from '#domain/refusal.js';
import type { Names } from '#query-handling/mentions.js';
import type { NextStep, WaitedFor } from '#query-handling/records/next-step.js';
import type { Specification } from '#specification/specification.js';
import { alternatives } from './alternatives.js';
import { personName } from './person-names.js';
import type { Translate } from '#views/messages/translate.js';

interface NextStepContext {
  readonly specification: Specification;
  readonly names: Names;
  readonly t: Translate; /** Address of the form; undefined: the viewer may not change the record. */
  readonly edit: string | undefined;
}

export function presentNextStep(
  next: NextStep,
  { specification, names, edit, t }: NextStepContext,
): RecordPage['next'] {
  switch (next.kind) {
    case 'ended':
      return { kind: 'ended' };
    case 'ready':
      return { kind: 'ready', actions: next.actions.map(({ title }) => title) };
    case 'lacking':
      return {
        kind: 'lacking',
        action: next.action.title,
        steps: stepsFor(
          next.reasons.map((reason) => inLanguage(reason, t.language)),
          edit,
        ),
      };
    case 'waiting':
      return { kind: 'waiting', for: whoIsWaitedFor(next.for, specification, { names, t }) };
    case 'conditional': {
      const { message, remedy = message } = inLanguage(next.guard, t.language);
      return { kind: 'conditional', action: next.action.title, condition: remedy };
    }
    case 'unknown':
      return undefined;
  }
}

function stepsFor(reasons: readonly Reason[], edit: string | undefined) {
  const steps = reasons.map((reason) => {
    const [field] = reason.fields;
    const text = stepText(reason);
    return edit === undefined || field === undefined ? { text } : { text, href: `${edit}#${inputId(field)}` };
  });
  return steps.filter(({ text }, index) => steps.findIndex((each) => each.text === text) === index);
}

/** The remedy's first sentence, as it stands after a colon: “choose a supplier”. */
function stepText({ message, remedy }: Reason): string {
  const [sentence = ''] = (remedy ?? message).split(/(?<=[.!?])\s/);
  return uncapitalized(sentence.replace(/[.!]$/, ''));
}

/** Abbreviations stay as they are: “IBAN”, “A4”. */
const uncapitalized = (text: string): string =>
  /^\p{Lu}(?:\p{Lu}|\p{N})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** “Priya Raman or Thomas Okafor”, or the title of a role. */
export function whoIsWaitedFor(
  { people, roles }: WaitedFor,
  specification: Specification,
  { names, t }: Pick<NextStepContext, 'names' | 't'>,
): string {
  const waited =
    people.length > 0
      ? people.map((id) => personName(names, id, t))
      : roles.map((role) => roleTitles(specification, [role]));
  return alternatives(waited, t);
}
