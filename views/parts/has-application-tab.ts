import type { LayoutProps } from '../view-models/frame.js';

export const hasApplicationTab = (href: string, { application }: Pick<LayoutProps, 'application'>): boolean =>
  application?.links.some((link) => link.href === href) ?? false;
