// What the demo people write to each other about corrective actions.
export const DISMISSALS = [
  'This is how the procedure asks for it; see section 4.2. Thank you for reporting all the same.',
  'The same as an earlier report. It goes on there.',
] as const;

export const PLAN_RETURNS = [
  'Who does the second action, and until when?',
  'The criterion cannot be counted. What would we see if it did not help?',
] as const;

export const POSTPONEMENTS = [
  'Spare part arrives three weeks late.',
  'Two colleagues are ill; the training moves to next month.',
  'Waiting for the answer of the manufacturer.',
] as const;

export const REMARKS = [
  'I have the printouts, they are in the folder of the analyser.',
  'The same happened to us two years ago.',
  'Can I help with the training?',
  'Manufacturer called, ticket is open.',
  'Bitte auch in der Frühbesprechung ansprechen.',
] as const;

export const SETBACK =
  'It happened again twice in the time we looked at. The cause lies deeper than we thought.';
export const DEEPER = 'Second look: the instruction leaves open who does it on days with one person less.';
