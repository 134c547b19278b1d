// What is made of a drawing: no styles of its own, which the pages' security policy refuses, and a link around each mark.

export interface Mark {
  readonly title: string;
  readonly href?: string;
}

/** Fonts and sizes as attributes; nothing that happens when the pointer is over it. */
export function withoutStyles(svg: string): string {
  return svg
    .replace(/<style\b[\s\S]*?<\/style>/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => {
      const size = /font-size:\s*([\d.]+)px/.exec(style)?.[1];
      return size === undefined ? '' : ` font-size="${size}"`;
    })
    .replace(/ class="[^"]*"/g, '')
    .replace(/ pointer-events="visible"/g, '')
    .replace(
      /<svg width="([\d.]+)" height="([\d.]+)"/,
      '<svg width="$1" height="$2" aria-hidden="true" focusable="false"',
    );
}

const MARK =
  /<path\b[^>]* ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)" ecmeta_ssr_type="chart"[^>]*><\/path>/g;

/** The table behind the chart has the same links: nobody goes through both of them by keyboard. */
export function withLinks(svg: string, markAt: (series: number, index: number) => Mark | undefined): string {
  return svg
    .replace(MARK, (path, series: string, index: string) => {
      const mark = markAt(Number(series), Number(index));
      if (!mark) return path;
      const titled = path.replace('></path>', `><title>${escaped(mark.title)}</title></path>`);
      return mark.href === undefined ? titled : `<a href="${escaped(mark.href)}" tabindex="-1">${titled}</a>`;
    })
    .replace(/ ecmeta_\w+="[^"]*"/g, '');
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
