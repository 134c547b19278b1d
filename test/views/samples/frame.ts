import type { LayoutProps } from '#views/view-models/frame.js';

export const ADA = {
  id: '0199aa00-0000-7000-8000-000000000001',
  name: 'Ada Okafor',
  admin: true,
  auditor: true,
};

const link = (href: string, title: string, here: string) => ({ href, title, current: href === here });

/** For the installation's own pages. */
export function systemFrame(title: string, here: string): LayoutProps {
  return {
    title,
    user: ADA,
    locale: 'en-GB',
    timeZone: 'Europe/Berlin',
    language: 'en',
    appearance: 'auto',
    here,
    islands: {},
  };
}

/** For the purchasing application. */
export function frame(title: string, here: string): LayoutProps {
  return {
    ...systemFrame(title, here),
    unread: '2',
    application: {
      key: 'purchasing',
      name: 'Purchase requests',
      links: [
        link('/purchasing/requests', 'Requests', here),
        link('/purchasing/requests/board', 'Board', here),
        link('/purchasing/waiting', 'Waiting for me', here),
        link('/purchasing/suppliers', 'Suppliers', here),
        link('/purchasing/timeline', 'Timeline', here),
        link('/purchasing/specification', 'Specification', here),
      ],
    },
  };
}
