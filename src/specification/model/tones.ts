// What states and actions are for whom they concern: docs/specification-language.md, “Tones”.
export const STATE_TONES = ['waiting', 'active', 'good', 'bad', 'stopped'] as const;
export const ACTION_TONES = ['good', 'bad', 'quiet'] as const;
export type StateTone = (typeof STATE_TONES)[number];
export type ActionTone = (typeof ACTION_TONES)[number];

export interface Toned<Tone extends string> {
  /** undefined: derived from the lifecycle, see lifecycle-course.ts. */
  readonly tone?: Tone;
}
