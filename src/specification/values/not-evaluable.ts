/** A value is missing or erased, or divided by zero. */
export class NotEvaluable extends Error {
  override readonly name = 'NotEvaluable';
}

export class TooManySteps extends NotEvaluable {}

/** Beyond years 0 to 9999. */
export class YearOutOfRange extends NotEvaluable {
  constructor() {
    super('the day is not in the years 0 to 9999');
  }
}

/** Beyond a hundred years. */
export class DateOutOfRange extends NotEvaluable {
  constructor() {
    super('the working time ends more than a hundred years away');
  }
}
