// Months have varying working days.
import { NotEvaluable, DateOutOfRange } from '../values/not-evaluable.js';
import { WALL_DAY_MS, MAX_DAYS } from './indexed-calendar.js';

export interface WorkingDuration {
  readonly days: number;
  readonly milliseconds: number;
}

const WORKING_DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** undefined: valid. */
export function validateWorkingDuration(
  duration: string,
): { readonly message: string; readonly remedy: string } | undefined {
  if (!WORKING_DURATION.test(duration))
    return {
      message: `\`${duration.slice(0, 40)}\` cannot be counted in working time`,
      remedy: 'write working days and hours, such as `P10D` or `PT4H`',
    };
  const { days, milliseconds } = read(duration);
  if (days + milliseconds / WALL_DAY_MS <= MAX_DAYS) return undefined;
  return { message: `\`${duration.slice(0, 40)}\` is more than a hundred years`, remedy: 'write less' };
}

export function parseWorkingDuration(duration: string): WorkingDuration {
  const problem = validateWorkingDuration(duration);
  if (!problem) return read(duration);
  throw WORKING_DURATION.test(duration) ? new DateOutOfRange() : new NotEvaluable(problem.message);
}

function read(duration: string): WorkingDuration {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = WORKING_DURATION.exec(duration) ?? [];
  return {
    days: Number(days),
    milliseconds: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000,
  };
}
