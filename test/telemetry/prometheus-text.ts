export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi;

/** Throws for a line that is no sample. */
export function parsePrometheusText(text: string): readonly Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) throw new Error(`This is no sample: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, key, text]) => [key!, text!] as const);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Sum of the samples that have these labels; undefined: none has. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
