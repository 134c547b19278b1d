// How pages look in this browser: each button is a form that works without scripts.
import { APPEARANCE } from '../addresses.js';
import type { Frame } from '../view-models/frame.js';

const APPEARANCES = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const DENSITIES = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const;

type LookProps = { readonly frame: Pick<Frame, 'appearance' | 'density' | 'here'> };

export const Appearance = ({ frame: { appearance, here } }: LookProps) => (
  <Choice name="appearance" title="Appearance" here={here} chosen={appearance} choices={APPEARANCES} />
);

export const Density = ({ frame: { density, here } }: LookProps) => (
  <Choice name="density" title="Density" here={here} chosen={density ?? 'comfortable'} choices={DENSITIES} />
);

interface ChoiceProps {
  readonly name: string;
  readonly title: string;
  readonly here: string;
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, title: string])[];
}

function Choice({ name, title, here, chosen, choices }: ChoiceProps) {
  return (
    <form method="post" action={APPEARANCE}>
      <input type="hidden" name="next" value={here} />
      <div className="db-appearance" role="group" aria-label={title}>
        {choices.map(([value, words]) => (
          <button key={value} type="submit" name={name} value={value} aria-pressed={chosen === value}>
            {words}
          </button>
        ))}
      </div>
    </form>
  );
}
