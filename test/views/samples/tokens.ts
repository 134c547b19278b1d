import type { TokenRow, TokensPage } from '#views/view-models/tokens.js';
import { systemFrame } from './frame.js';

export const tokenRows: readonly TokenRow[] = [
  {
    id: '3f0c9a51d2e7b468',
    name: 'ERP import',
    limits: 'Can read and write · Purchase requests',
    issuedAt: '2026-09-01T08:00:00.000Z',
    until: '2027-09-01T08:00:00.000Z',
    lastUsedAt: '2026-11-20T05:00:00.000Z',
    end: {
      kind: 'standing',
      action: '/-/account/tokens/3f0c9a51d2e7b468/revoke',
      commandId: '0199aa00-0000-7000-8000-00000000c0de',
    },
  },
  {
    id: '77aa9a51d2e7b468',
    name: 'Monthly report',
    limits: 'Can read · all applications',
    issuedAt: '2026-08-01T08:00:00.000Z',
    until: '2026-10-30T08:00:00.000Z',
    lastUsedAt: null,
    end: { kind: 'revoked', at: '2026-08-02T08:00:00.000Z' },
  },
  {
    id: '88aa9a51d2e7b468',
    name: 'Old report',
    limits: 'Can read · all applications',
    issuedAt: '2026-08-01T08:00:00.000Z',
    until: '2026-10-30T08:00:00.000Z',
    lastUsedAt: null,
    end: { kind: 'expired' },
  },
];

const form: TokensPage['form'] = {
  action: '/-/account/tokens',
  commandId: '0199aa00-0000-7000-8000-00000000c0df',
  applications: [{ key: 'purchasing', name: 'Purchase requests' }],
  offersAdministration: true,
  typed: { name: '', access: 'read', application: '', administration: false, expires: '90', until: '' },
  asked: { password: true, code: true },
  errors: {},
};

export const tokens: TokensPage = {
  frame: systemFrame('API tokens', '/-/account/tokens'),
  tokens: tokenRows,
  form,
};

export const tokenMade: TokensPage = {
  ...tokens,
  made: { name: 'ERP import', secret: `daybook_3f0c9a51d2e7b468_${'x'.repeat(43)}` },
};

export const tokenToMend: TokensPage = {
  ...tokens,
  tokens: [],
  form: {
    ...form,
    typed: { ...form.typed, expires: 'day', until: '2020-01-01' },
    errors: { name: ['Enter the name of the program'], until: ['Choose a day in the future.'] },
  },
};
