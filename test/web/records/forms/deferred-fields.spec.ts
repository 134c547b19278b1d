import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { findDeferredFields } from '#web/records/forms/deferred-fields.js';

const text = readFileSync(
  new URL('../../../../specifications/purchase-requests.md', import.meta.url),
  'utf8',
);

describe('the form of a new purchase request', () => {
  const checked = checkDocument(text);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const later = findDeferredFields(checked.specification.entities['Request']!);

  it('does not ask for what is known later', () => {
    for (const key of ['orderNumber', 'orderedOn', 'receivedOn', 'invoiceAmount', 'paidOn'])
      expect(later).toContain(key);
  });

  it('asks for the supplier, which a rule wants before ordering asks for it again', () => {
    expect(later).not.toContain('supplier');
    expect(later).not.toContain('title');
  });
});
