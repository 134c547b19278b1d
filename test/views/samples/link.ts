import type { OneTimeLinkPage } from '#views/view-models/account.js';
import { systemFrame } from './frame.js';

export const link: OneTimeLinkPage = {
  frame: systemFrame('One-time link', '/-/people/id-jonas/link'),
  name: 'Jonas Weber',
  link: 'https://daybook.example.org/-/welcome?token=0199aa00-0000-7000-8000-00000000be22.b3BlbiBtZSBpZiB5b3UgY2FuLCBidXQgb25seSBvbmNl',
  signsIn: false,
  until: '2026-11-21T07:12:00.000Z',
  roles: '/-/people/id-jonas#roles',
  back: '/-/people/id-jonas',
};
