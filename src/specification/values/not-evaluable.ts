// Errors of expressions without a result; callers decide what they mean.

/** A value the expression needs is missing (null), was erased, or makes no sense (a division by zero). */
export class NotEvaluable extends Error {
  override readonly name = 'NotEvaluable';
}

/** The evaluation exceeded its budget. */
export class TooManySteps extends NotEvaluable {}

/** A day or a moment that is not in the years 0 to 9999: it could neither be stored nor compared with others as they are stored. */
export class YearOutOfRange extends NotEvaluable {
  constructor() {
    super('the day is not in the years 0 to 9999');
  }
}

/** No such day or moment within a hundred years. */
export class DateOutOfRange extends NotEvaluable {
  constructor() {
    super('the working time ends more than a hundred years away');
  }
}
