/** The mark: lanes of tasks. */
import { html } from '../core/dom.js';

export const Mark = () => html`
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect width=${24} height=${24} rx=${6} fill="#0a6264" />
    <rect x=${5} y=${6} width=${9} height=${3} rx=${1.5} fill="#fff" />
    <circle cx=${17.5} cy=${7.5} r=${1.6} fill="#f0b95f" />
    <rect x=${8} y=${10.5} width=${11} height=${3} rx=${1.5} fill="#fff" opacity=${0.75} />
    <rect x=${5} y=${15} width=${6} height=${3} rx=${1.5} fill="#fff" opacity=${0.5} />
    <circle cx=${14.5} cy=${16.5} r=${1.6} fill="#fff" />
  </svg>
`;
