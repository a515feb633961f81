import { lightTexts as t } from '@abato/contracts';
import type { ReactNode } from 'react';

/** Night, ivory and woven gold in few bytes; no picture, no font, nothing to load. */
export const lightStyle =
  ':root{color-scheme:light dark}' +
  'body{margin:0;background:#fbf6ec;color:#24150a;font:1.0625rem/1.5 system-ui,Roboto,sans-serif}' +
  'header,main,footer{padding:.75rem 1rem;max-width:40rem;margin:auto}' +
  'body>div{background:#1a0f17}header{color:#fbf3e4;overflow-wrap:anywhere}header a{color:#f7c765}header>a{font-size:1.25rem;font-weight:800;text-decoration:none}header p{margin:.25rem 0}' +
  'hr{border:0;height:8px;margin:0;background:repeating-linear-gradient(90deg,#f4b73f 0 24px,#0e7a4c 24px 36px,#b3232f 36px 48px,#1a0f17 48px 56px)}' +
  'h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.25rem;line-height:1.25;margin:1rem 0 .5rem}' +
  'ol,ul{list-style:none;margin:0;padding:0}li,form,dl{background:#fff;border:1px solid #e4d8c4;border-radius:.75rem;padding:.75rem;margin:.5rem 0;overflow-wrap:anywhere}' +
  'li a{font-weight:700;display:block;padding:.25rem 0}a{color:#7a4a00}small,.m{color:#6b5846;font-size:.9375rem}' +
  'label,legend{display:block;font-weight:700;margin-top:.75rem}legend{padding:.75rem 0 0}label.r{font-weight:400;margin:0;padding:.5rem 0}form small{display:block}form>:first-child{margin-top:0}fieldset{border:0;margin:0;padding:0}' +
  'input:not([type=radio]),select{font:inherit;color:inherit;background:#fff;width:100%;box-sizing:border-box;padding:.625rem;border:2px solid #8a7560;border-radius:.5rem}' +
  'button,.b{font:inherit;font-weight:700;display:inline-block;background:#f4b73f;color:#24150a;border:0;border-radius:.75rem;padding:.75rem 1.25rem;margin:.75rem .5rem 0 0;text-decoration:none}' +
  'button.q{background:#efe4cf}.e,.n{border-left:6px solid #b3232f;background:#fdecec;color:#5c0d15;padding:.5rem .75rem;margin:.5rem 0}.n{border-color:#f4b73f;background:#fff3d6;color:#4a3000}' +
  'i{font-style:normal;color:#a01420;display:block}dt{font-weight:700}dd{margin:0 0 .5rem}summary{padding:.5rem 0}footer a{margin-right:1rem;display:inline-block;padding:.5rem 0}' +
  '@media(prefers-color-scheme:dark){body{background:#140c12;color:#fbf3e4}li,form,dl,input:not([type=radio]),select{background:#2b1b27;border-color:#4a3443}input:not([type=radio]),select{border-color:#a98f9f}a{color:#f7c765}a.b{color:#24150a}small,.m{color:#d3c4c6}button.q{background:#4a3443;color:#fbf3e4}.e{background:#4a141b;color:#ffd9dc}.n{background:#3d2c0c;color:#ffe6b0}i{color:#ff9aa2}}';

/** What every light page is made of: nothing is loaded and no code runs. */
export function LightPage({
  title,
  head,
  full,
  refresh,
  children,
}: {
  /** Of the window; the contest's title is not repeated in it. */
  title: string;
  /** Below the name of the site: what the page is about. */
  head: ReactNode;
  /** Path of the ordinary page. */
  full: string;
  /** The browser asks for this address after so many seconds. */
  refresh?: { seconds: number; path: string } | undefined;
  children: ReactNode;
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        {refresh && <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.path}`} />}
        <title>{`${title} – ${t.brand}`}</title>
        <style dangerouslySetInnerHTML={{ __html: lightStyle }} />
      </head>
      <body>
        <div>
          <header>
            <a href="/">{t.brand}</a>
            {head}
          </header>
        </div>
        <hr />
        <main>{children}</main>
        <footer>
          <a href={full}>{t.fullPage}</a> <a href="/find-my-vote">{t.findVote}</a>{' '}
          <a href="/privacy">{t.privacy}</a>
        </footer>
      </body>
    </html>
  );
}
