export const APPLICANT_NAMES = [
  'Anneke Bos',
  'Familie Kramer',
  'Dirk Postma',
  'Bakkerij Mulder',
  'Yusuf Kaya',
  'Els Verhoeven',
  'Garage Prins',
  'Tom Hendriks',
  'Marieke Dekker',
  'Bart Schouten',
] as const;

export const ADVICE_REMARKS = [
  'No objection from my side.',
  'Only with a drawing on scale 1:50. The sketch is not enough.',
  'Please ask the fire brigade as well.',
  'The tree is on the list. A new one has to be planted.',
] as const;

export const MISSING_DOCUMENTS = [
  'a drawing on scale 1:50',
  'the report on noise',
  'the consent of the owner',
  'photographs of the present state',
] as const;
export const RESUMPTION_REASONS = [
  'What was missing came by mail today.',
  'The applicant brought the drawing to the desk.',
] as const;
export const WITHDRAWAL_REASONS = [
  'The applicant called: the plan is given up.',
  'Sent in twice; the other application stays.',
  'The applicant wants to come back with a smaller plan.',
] as const;
