import { chosenFiles, droppedFiles } from './files.mjs';
import { element, show } from './elements.mjs';
import { failureOf, newerOf, reportOf, unsupportedOf } from './result.mjs';

/** The page around the check: what is asked for, how far it is, what came out. */

const form = element('ask');
const stop = element('stop');
const bar = element('bar');
/** @type {{ path: string, file: File }[] | null} */
let files = null;
/** @type {Worker | null} */
let worker = null;

const program = URL.createObjectURL(new Blob([element('worker').textContent], { type: 'text/javascript' }));

element('address').value = decodeURIComponent(location.hash.slice(1));

element('folder').addEventListener('change', ({ target }) => choose(chosenFiles(target.files)));
element('files').addEventListener('change', ({ target }) => choose(chosenFiles(target.files)));
element('drop').addEventListener('dragover', (event) => event.preventDefault());
element('drop').addEventListener('drop', async (event) => {
  event.preventDefault();
  choose(await droppedFiles(event.dataTransfer));
});

function choose(list) {
  files = list.length ? list : null;
  element('chosen').textContent = files ? `${files.length.toLocaleString('en')} files are chosen.` : '';
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const address = element('address').value.trim();
  if (!files && !URL.canParse(address)) {
    finish(failureOf('choose the folder of a log or what you downloaded of it, or give its address'));
    return;
  }
  begin();
  worker = new Worker(program);
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => finish(failureOf(message));
  worker.postMessage({ address, files, compares: element('compare').checked, given: given() });
});

// Sent before this program listens, the form would load the page anew, which its policy refuses: nothing would happen.
element('check').disabled = false;

stop.addEventListener('click', () => {
  end();
  element('result').hidden = true;
});

/** What was filled in, without what was left empty. */
function given() {
  const text = (id) => element(id).value.trim() || undefined;
  const witnesses = text('witnesses')?.split(/\s*\n\s*/);
  return {
    key: text('key'),
    // A note ends with a line end, which pasting loses.
    older: text('older') && `${text('older')}\n`,
    checkpoint: text('checkpoint') && `${text('checkpoint')}\n`,
    origin: text('origin'),
    receipt: text('receipt'),
    witnesses,
  };
}

function begin() {
  end();
  stop.hidden = false;
  bar.hidden = false;
  bar.removeAttribute('value');
  element('result').hidden = false;
  show(element('verdict'));
  show(element('details'));
  element('progress').textContent = 'Reading the log …';
}

function hear({ done, size, report, failed, newer, unsupported }) {
  if (report) finish(reportOf(report));
  else if (failed !== undefined) finish(failureOf(failed));
  else if (newer) finish(newerOf(newer));
  else if (unsupported) finish(unsupportedOf(unsupported));
  else {
    bar.max = size;
    bar.value = done;
    const all = done === size ? 'Comparing tiles' : 'Checking';
    element('progress').textContent =
      `${all}: ${done.toLocaleString('en')} of ${size.toLocaleString('en')} entries`;
  }
}

function end() {
  worker?.terminate();
  worker = null;
  stop.hidden = true;
  bar.hidden = true;
  element('progress').textContent = '';
}

/** @param {{ verdict: Node[], tone: string, details: Node[] }} result */
function finish({ verdict, tone, details }) {
  end();
  element('result').hidden = false;
  element('verdict').dataset.tone = tone;
  show(element('verdict'), ...verdict);
  show(element('details'), ...details);
  element('verdict').focus();
}
