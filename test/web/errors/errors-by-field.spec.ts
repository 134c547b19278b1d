import { describe, expect, it } from '@jest/globals';
import { createBuiltInReason } from '#domain/create-reason.js';
import { groupErrorsByField } from '#web/errors/errors-by-field.js';

describe('errors by field', () => {
  it('say what is wrong and what to do, at each input the refusal names', () => {
    const taken = createBuiltInReason('SIGN_IN_NAME_TAKEN', { fields: ['signInName'] });
    const needed = createBuiltInReason('REASON_REQUIRED', { fields: ['reason', 'signInName'] });
    expect(groupErrorsByField([taken, needed], 'name')).toEqual({
      signInName: [
        'That sign-in name is taken, or looks like one that is. Choose another one.',
        'Enter a reason',
      ],
      reason: ['Enter a reason'],
    });
  });

  it('stand where it says otherwise, when the refusal names no input', () => {
    const { remedy: _, ...bare } = createBuiltInReason('ERASED');
    expect(groupErrorsByField([bare], 'name')).toEqual({
      name: ['The personal data of this person has been erased.'],
    });
  });
});
