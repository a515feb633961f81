import { readFileSync } from 'node:fs';

/** Points: A4 is 595 wide and 842 high. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const FOOTER_AT = 841.89 - 36;
const BAND = { height: 6, colors: ['#f4b73f', '#0e7a4c', '#b3232f', '#2a1533'], step: 14 };
const INK = '#1d1220';
const MUTED = '#5f5563';
const LINE = '#d9d2dc';
const [LABEL_WIDTH, ROW_GAP] = [150, 5];

/** Noto Sans for Latin scripts, with the letters of Ghana's languages that the fonts built into PDF do not have. */
const fontFile = (name: string): Buffer =>
  readFileSync(new URL(`./fonts/noto-sans-${name}.ttf`, import.meta.url));

/** One line of a table. */
export interface PdfRow {
  label: string;
  value: string;
  /** A sum: bold, below a line. */
  isSum?: boolean;
}

/** What a document consists of; every part goes on on the next page where it does not fit. */
export interface PdfFile {
  title(text: string, lead: string): void;
  heading(text: string): void;
  paragraph(text: string): void;
  /** Names with their values beside them, which may be long. */
  facts(facts: readonly (readonly [name: string, value: string])[]): void;
  /** Names with amounts at the right. */
  table(rows: readonly PdfRow[]): void;
}

/**
 * Make a PDF file. The same content and time give the same bytes.
 * @param meta.at the time that the file says it was made
 */
export async function pdfOf(
  meta: { title: string; at: Date },
  draw: (file: PdfFile) => void,
): Promise<Buffer> {
  // Only a process that is asked for a file has to load this.
  const { default: Document } = await import('pdfkit');
  const document = new Document({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: meta.title, Author: 'Abato', CreationDate: meta.at, ModDate: meta.at },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  document.registerFont('regular', fontFile('regular'));
  document.registerFont('bold', fontFile('bold'));
  drawBand(document);
  draw(new Drawn(document));
  numberPages(document, meta.title);
  document.end();
  await done;
  return Buffer.concat(chunks);
}

class Drawn implements PdfFile {
  constructor(private readonly document: PDFKit.PDFDocument) {}

  title(text: string, lead: string): void {
    this.text('bold', 20, INK, text);
    this.text('regular', 10, MUTED, lead);
    this.document.y += 14;
  }

  heading(text: string): void {
    this.room(60);
    this.document.y += 14;
    this.text('bold', 12, INK, text);
    this.document.y += 4;
  }

  paragraph(text: string): void {
    this.text('regular', 9.5, MUTED, text);
    this.document.y += 6;
  }

  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of facts) {
      const width = WIDTH - LABEL_WIDTH;
      this.set('regular', 9.5, INK);
      this.room(this.document.heightOfString(value, { width }));
      const { y } = this.document;
      this.document.text(value, MARGIN + LABEL_WIDTH, y, { width });
      const end = this.document.y;
      this.set('regular', 9.5, MUTED);
      this.document.text(name, MARGIN, y, { width: LABEL_WIDTH - 10 });
      this.document.y = Math.max(end, this.document.y) + 3;
      this.document.x = MARGIN;
    }
  }

  table(rows: readonly PdfRow[]): void {
    this.document.y += 4;
    for (const { label, value, isSum } of rows) {
      this.set(isSum ? 'bold' : 'regular', 10, INK);
      const labelWidth = WIDTH - LABEL_WIDTH;
      const height = this.document.heightOfString(label, { width: labelWidth }) + 2 * ROW_GAP;
      this.room(height);
      const { y } = this.document;
      this.document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(isSum ? 1 : 0.5);
      this.document.stroke(isSum ? INK : LINE);
      this.document.text(label, MARGIN, y + ROW_GAP, { width: labelWidth });
      this.document.text(value, MARGIN + labelWidth, y + ROW_GAP, { width: LABEL_WIDTH, align: 'right' });
      this.document.y = y + height;
      this.document.x = MARGIN;
    }
    this.document.y += 4;
  }

  private text(font: 'regular' | 'bold', size: number, color: string, text: string): void {
    this.set(font, size, color);
    this.document.text(text, MARGIN, this.document.y, { width: WIDTH });
  }

  private set(font: 'regular' | 'bold', size: number, color: string): void {
    this.document.font(font).fontSize(size).fillColor(color);
  }

  /** Go on on the next page when less is left of this one. */
  private room(height: number): void {
    if (this.document.y + height <= BOTTOM) return;
    this.document.addPage();
    this.document.y = MARGIN;
  }
}

/** The edge of woven cloth that the screens have too. */
function drawBand(document: PDFKit.PDFDocument): void {
  const { height, colors, step } = BAND;
  for (let index = 0; index * step < 596; index++) {
    document.rect(index * step, 0, step, height).fill(colors[index % colors.length] ?? INK);
  }
}

function numberPages(document: PDFKit.PDFDocument, title: string): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    // Text in the margin would begin a new page.
    document.page.margins.bottom = 0;
    document.font('regular').fontSize(8).fillColor(MUTED);
    document.text(`${title} · ${page + 1}/${count}`, MARGIN, FOOTER_AT, { width: WIDTH, lineBreak: false });
  }
}
