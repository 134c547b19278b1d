// Sample props: who has which role.
import type { RoleHoldersPage } from '#views/view-models/role-holders.js';
import { systemFrame } from './frame.js';

const holder = (person: string, position: number) => ({
  person,
  personHref: `/-/timeline?person=id-${position}`,
  since: '2026-03-02T08:00:00.000Z',
  by: 'Mira Kaya',
  eventHref: `/-/events/${position}`,
});

export const roleHolders: RoleHoldersPage = {
  deputiesHref: '/-/timeline?type=user.deputy-named',
  frame: systemFrame('Roles', '/-/roles'),
  roles: [
    { title: 'Auditor', holders: [holder('Ruth Adler', 12)] },
    {
      title: 'Budget holder, Purchase requests',
      holders: [holder('Ana Sousa', 14), { ...holder('Thomas Okafor', 15), provider: 'Example Ltd' }],
    },
  ],
  day: '2026-11-20',
};

export const noRoleHolders: RoleHoldersPage = { ...roleHolders, roles: [], day: '' };
