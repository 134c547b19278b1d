// Whether the application's menu leads to a page: then no button repeats it.
import type { LayoutProps } from '../view-models/frame.js';

export const isInMenu = (href: string, { application }: Pick<LayoutProps, 'application'>): boolean =>
  application?.links.some((link) => link.href === href) ?? false;
