// The content security policy forbids inline styles.

export interface Mark {
  readonly title: string;
  readonly href?: string;
}

/** Fonts and sizes become attributes; hover effects are removed. */
export function removeStyles(svg: string): string {
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

/** Hidden from keyboard and screen readers, since the table has the same links. */
export function addLinksToMarks(
  svg: string,
  markAt: (series: number, index: number) => Mark | undefined,
): string {
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
