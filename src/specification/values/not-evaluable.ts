// What an expression throws when it has no answer; whoever evaluates decides what that means there.

/** A value the expression needs is missing (null), was erased, or makes no sense (a division by zero). */
export class NotEvaluable extends Error {
  override readonly name = 'NotEvaluable';
}

/** It would have taken more steps than any expression may: there is an answer, and nobody waits for it. */
export class TooManySteps extends NotEvaluable {}

/** A day or a moment that is not in the years 0 to 9999: it could neither be stored nor compared with others as they are stored. */
export class YearOutOfRange extends NotEvaluable {
  constructor() {
    super('the day is not in the years 0 to 9999');
  }
}

/** There is no such day or moment within a hundred years, and nobody looks further. */
export class DateOutOfRange extends NotEvaluable {
  constructor() {
    super('the working time ends more than a hundred years away');
  }
}
