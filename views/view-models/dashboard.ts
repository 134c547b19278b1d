import type { LayoutProps } from './frame.js';
import type { ListPage } from './list.js';
import type { ReportPage } from './report.js';

interface Headed {
  readonly title: string;
  readonly href: string;
}

export type DashboardTile =
  | (Headed & { readonly kind: 'count'; readonly count: ListPage['count'] })
  | (Headed & { readonly kind: 'list' } & Pick<ListPage, 'columns' | 'rows' | 'count' | 'empty'>)
  | (Headed & { readonly kind: 'report' } & Pick<
        ReportPage,
        'heads' | 'measures' | 'rows' | 'total' | 'charts' | 'notes' | 'count' | 'partly'
      >);

export interface DashboardPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly tiles: readonly DashboardTile[];
}
