// docs/specification-language.md, “Tones”.
export const STATE_TONES = ['waiting', 'active', 'good', 'bad', 'stopped'] as const;
export const ACTION_TONES = ['good', 'bad', 'quiet'] as const;
export type StateTone = (typeof STATE_TONES)[number];
export type ActionTone = (typeof ACTION_TONES)[number];

export interface Toned<Tone extends string> {
  /** undefined: see lifecycle-presentation.ts. */
  readonly tone?: Tone;
}
