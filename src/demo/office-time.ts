import type { SeededRandom } from './seeded-random.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const formatInstant = (time: number) => new Date(time).toISOString();

/** YYYY-MM-DD */
export const formatDay = (time: number) => formatInstant(time).slice(0, 10);

/** Next office time (Monday to Friday, 6 to 16 h UTC), at a random minute. */
export function findNextOfficeTime(time: number, random: SeededRandom): number {
  const date = new Date(time);
  const hour = date.getUTCHours();
  const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  if (!weekend && hour >= 6 && hour < 16) return time;
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const morning = hour < 6 && !weekend ? midnight : midnight + DAY_MS;
  const opens = morning + 6 * HOUR_MS + random.between(5, 150) * 60_000 + random.between(0, 59_999);
  return isWeekend(opens) ? findNextOfficeTime(opens, random) : opens;
}

function isWeekend(time: number): boolean {
  return [0, 6].includes(new Date(time).getUTCDay());
}
