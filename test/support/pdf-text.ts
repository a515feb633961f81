import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF file in the order in which it is drawn, one line for each piece, as a reader that copies it would get it: glyphs are
 * translated by the tables in the file. Only for files whose streams are deflated and whose objects are not packed.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file);
  const pageFonts = fontsOf(objects);
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    if (!stream?.includes(' TJ')) continue;
    let glyphs = new Map<string, string>();
    for (const [, font, array] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/g)) {
      if (font) glyphs = pageFonts.get(font) ?? glyphs;
      else
        lines.push(
          [...(array ?? '').matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => read(hex ?? '', glyphs)).join(''),
        );
    }
  }
  return lines.join('\n');
}

interface PdfObject {
  head: string;
  stream: string | null;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { 1: id = '', index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const end = text.indexOf('endobj', index);
    const begin = text.indexOf('\nstream\n', index);
    const hasStream = begin > 0 && begin < end;
    const head = text.slice(index, hasStream ? begin : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const bytes = hasStream ? file.subarray(begin + 8, begin + 8 + length) : null;
    const stream = bytes && /FlateDecode/.test(head) ? inflateSync(bytes).toString('latin1') : null;
    objects.set(id, { head, stream });
  }
  return objects;
}

/** For each font of a page: texts by glyph. */
function fontsOf(objects: Map<string, PdfObject>): Map<string, Map<string, string>> {
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      fonts.set(name, glyphsOf(objects.get(table)?.stream ?? ''));
    }
  return fonts;
}

function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], index) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      const glyph = (parseInt(from, 16) + index).toString(16).padStart(4, '0');
      glyphs.set(glyph, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))));
    });
  }
  return glyphs;
}

const read = (hex: string, glyphs: Map<string, string>): string =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? '\u{fffd}').join('');
