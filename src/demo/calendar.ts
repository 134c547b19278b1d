// Office time for the demo stories: nobody works at night or on a Sunday.
import type { Random } from './random.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds since 1970 → ISO 8601 instant in UTC. */
export const instant = (time: number) => new Date(time).toISOString();

/** Milliseconds since 1970 → YYYY-MM-DD. */
export const day = (time: number) => instant(time).slice(0, 10);

/** The first moment of office time (Monday to Friday, 6 to 16 h UTC) at or after the given one, at a random minute. */
export function inOffice(time: number, random: Random): number {
  const date = new Date(time);
  const hour = date.getUTCHours();
  const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  if (!weekend && hour >= 6 && hour < 16) return time;
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const morning = hour < 6 && !weekend ? midnight : midnight + DAY_MS;
  const opens = morning + 6 * HOUR_MS + random.between(5, 150) * 60_000 + random.between(0, 59_999);
  return isWeekend(opens) ? inOffice(opens, random) : opens;
}

function isWeekend(time: number): boolean {
  return [0, 6].includes(new Date(time).getUTCDay());
}
