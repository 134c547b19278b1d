export const DISMISSAL_REASONS = [
  'This is how the procedure asks for it; see section 4.2. Thank you for reporting all the same.',
  'The same as an earlier report. It goes on there.',
] as const;

export const PLAN_RETURN_REASONS = [
  'Who does the second action, and until when?',
  'The criterion cannot be counted. What would we see if it did not help?',
] as const;

export const POSTPONEMENT_REASONS = [
  'Spare part arrives three weeks late.',
  'Two colleagues are ill; the training moves to next month.',
  'Waiting for the answer of the manufacturer.',
] as const;

export const COMMENT_TEXTS = [
  'I have the printouts, they are in the folder of the analyser.',
  'The same happened to us two years ago.',
  'Can I help with the training?',
  'Manufacturer called, ticket is open.',
  'Bitte auch in der Frühbesprechung ansprechen.',
] as const;

export const RECURRENCE_REASON =
  'It happened again twice in the time we looked at. The cause lies deeper than we thought.';
export const SECOND_ROOT_CAUSE =
  'Second look: the instruction leaves open who does it on days with one person less.';
