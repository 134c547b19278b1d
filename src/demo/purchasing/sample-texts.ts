export const REJECTION_REASONS = [
  'The budget of this cost centre is spent for the quarter. Please ask again in the next one.',
  'We bought the same in spring. Please look in the store first, shelf 4.',
  'Too expensive for what it does. Please get a second offer.',
  'Please order together with the workshop; they asked for the same last week.',
  'There is a framework contract for this. Please choose the supplier from it.',
] as const;

export const QUESTIONS = [
  'How many do we really need until the summer?',
  'Is that the price with or without delivery?',
  'Could we repair the old one?',
  'Which project pays for this?',
] as const;

export const COMMENT_TEXTS = [
  'Is it urgent?',
  'No hurry, but before the audit would be good.',
  'Paul says there is room in the store.',
  'I have called them. They have it in stock.',
  'Please order the same brand as last time.',
  'The offer holds until the end of the month.',
  'Danke, das hilft uns sehr.',
] as const;

export const ORDER_REMARKS = [
  'Ordered by telephone, confirmation came by mail.',
  'They deliver in two parts.',
  'Delivery is free from 500 EUR, so I added the gloves from the other request.',
] as const;

export const CANCELLATION_REASONS = [
  'The supplier cannot deliver before the autumn.',
  'Wrong article number in the offer. Ordering again.',
] as const;

export const WITHDRAWAL_REASONS = [
  'We found two in the store.',
  'The project starts later than planned.',
  undefined,
] as const;

export const SUPPLIER_BLOCK_REASONS = {
  'Stahl & Schraube': 'Third delivery in a row with missing parts and no answer to our mails.',
  'Möbelhaus am Kanal': 'Invoice does not match the order; finance is clearing it up.',
} as const;

export const APPROVAL_REFUSAL_REASONS = [
  'Not this year: there is one in the other building that stands still half of the week.',
  'Please put it into the budget for the next year, with three offers.',
] as const;
