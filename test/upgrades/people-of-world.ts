/** Sign-in names in every kept folder. */
export const AUDITOR = 'ruth';
export const ADMIN = 'ines';

export const PASSWORD = 'a sentence is fine';
