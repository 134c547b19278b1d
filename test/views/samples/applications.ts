// Sample props: the page of applications.
import type { ApplicationsPage } from '#views/view-models/applications.js';
import { systemFrame } from './frame.js';

export const applications: ApplicationsPage = {
  frame: {
    ...systemFrame('Applications', '/'),
    switchTo: [
      { id: 'demo-jonas', name: 'Jonas Weber', roles: 'Budget holder (Purchase requests)' },
      { id: 'demo-mira', name: 'Mira Kaya', roles: 'Finance (Purchase requests)' },
    ],
  },
  canPublish: true,
  applications: [
    {
      key: 'purchasing',
      name: 'Purchase requests',
      summary: 'Staff ask before money is spent. Budget holders decide. Finance pays.',
      href: '/purchasing',
      version: 3,
      records: [
        { title: 'Requests', count: '248', href: '/purchasing/requests' },
        { title: 'Suppliers', count: '31', href: '/purchasing/suppliers' },
      ],
    },
    {
      key: 'capa',
      name: 'Corrective and preventive actions',
      summary: 'Deviations of the laboratory, their causes, and what is done so that they do not come back.',
      href: '/capa',
      version: 1,
      records: [
        { title: 'Deviations', count: '86', href: '/capa/deviations' },
        { title: 'Actions', count: '140', href: '/capa/actions' },
      ],
    },
    {
      key: 'permits',
      name: 'Environmental permits: receipt',
      summary:
        'The receipt phase of applications for an environmental permit, from confirmation to the case file.',
      href: '/permits',
      version: 2,
      records: [{ title: 'Applications', count: 'more than 1,000', href: '/permits/applications' }],
    },
    { key: 'blank', name: 'Blank', summary: '', href: '/blank', version: 1, records: [] },
  ],
};

export const noApplications: ApplicationsPage = { ...applications, applications: [] };
