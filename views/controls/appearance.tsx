import { APPEARANCE_PATH } from '../addresses.js';
import type { MessageId } from '../messages/en/all.js';
import { useMessages } from '../messages/use-messages.js';
import type { LayoutProps } from '../view-models/frame.js';

const APPEARANCES = [
  ['auto', 'frame.auto'],
  ['light', 'frame.light'],
  ['dark', 'frame.dark'],
] as const;

const DENSITIES = [
  ['comfortable', 'frame.comfortable'],
  ['compact', 'frame.compact'],
] as const;

type LookProps = { readonly frame: Pick<LayoutProps, 'appearance' | 'density' | 'here'> };

export const Appearance = ({ frame: { appearance, here } }: LookProps) => (
  <Choice name="appearance" title="frame.appearance" here={here} chosen={appearance} choices={APPEARANCES} />
);

export const Density = ({ frame: { density, here } }: LookProps) => (
  <Choice
    name="density"
    title="frame.density"
    here={here}
    chosen={density ?? 'comfortable'}
    choices={DENSITIES}
  />
);

interface ChoiceProps {
  readonly name: string;
  readonly title: MessageId;
  readonly here: string;
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, title: MessageId])[];
}

function Choice({ name, title, here, chosen, choices }: ChoiceProps) {
  const t = useMessages();
  return (
    <form method="post" action={APPEARANCE_PATH}>
      <input type="hidden" name="next" value={here} />
      <div className="db-appearance" role="group" aria-label={t(title)}>
        {choices.map(([value, words]) => (
          <button key={value} type="submit" name={name} value={value} aria-pressed={chosen === value}>
            {t(words)}
          </button>
        ))}
      </div>
    </form>
  );
}
