import type { Plugin } from 'vite'

/**
 * What no widget of ours asks of Preact: a piece of its file, and what stands there where nobody asks; the minifier drops what hangs
 * on it. A quarter of Preact, and with it the one place of the bundle that could make markup of text.
 */
const UNUSED: [piece: string, instead: string][] = [
  // Hydration of markup that is there already, and suspension.
  ['128&u.__u&&(c=32&u.__u,s=u.__c.__z)', '0'],
  ['c||o)if(t&&t.then){', '0)if(0){'],
  ['t&&t.then||D(r)', 'D(r)'],
  ['!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&', '0&&'],
  ['32&u.__u?[i]:null', 'null'],
  ['i=(u=t&&32&t.__u)?null:r.__k', 'i=r.__k'],
  ['i?null:r.firstChild?d.call(r.childNodes):null', 'null'],
  ['i||S(u),32&u.__u,o)', 'i||S(u),0,o)'],
  ['f||(f="http://www.w3.org/1999/xhtml"),o)for(', 'f||(f="http://www.w3.org/1999/xhtml"),0)for('],
  [',l&&(n.__m&&n.__m(r,o),l=!1),o=null}', '}'],
  ['o="textarea"==C&&null!=x.defaultValue?null:o&&d.call(a.childNodes),!l&&o)for(', '0)for('],
  ['l&&"function"!=typeof k||', ''],
  ['l&&t.data==x||', ''],
  ['l&&"textarea"!=C||', ''],
  ['o?o[0]:u.__k&&S(u,0),l,c),o&&o.some(g))', 'u.__k&&S(u,0),l,c))'],
  ['r.__u&=-161,p&&p.some(g),', ''],
  ['e=t;e&&8==e.nodeType;)e=e.nextSibling;', 'e=t;0;);'],
  ['t=o;(t=t&&t.nextSibling)&&8==t.nodeType&&!t.data.startsWith("$s"););return t', 't=o.nextSibling;0;);return t'],
  // Markup as text.
  ['"dangerouslySetInnerHTML"==s?y=k:', ''],
  ['"dangerouslySetInnerHTML"==s?h=k:', ''],
  [
    'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(y&&(t.textContent=""),',
    '0?0:(',
  ],
  // Formulas, templates, and HTML within drawings.
  ['"template"==C&&t.content||t', 't'],
  ['"math"==C?f="http://www.w3.org/1998/Math/MathML":', ''],
  ['("foreignObject"==C||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C))&&(f="http://www.w3.org/1999/xhtml"),', ''],
  // The life of components beyond didMount, didUpdate and willUnmount.
  [
    'V.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=_({},d.__s)),_(d.__s,V.getDerivedStateFromProps(M,d.__s)))',
    '0',
  ],
  ['!V.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(M,L)', '0'],
  ['d.shouldComponentUpdate&&!1===d.shouldComponentUpdate(M,d.__s,L)', '0'],
  ['d.componentWillUpdate&&d.componentWillUpdate(M,d.__s,L),', ''],
  ['C&&!V.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),', ''],
  ['C&&u.__c&&d.getSnapshotBeforeUpdate&&(m=d.getSnapshotBeforeUpdate(k,b)),', ''],
  ['d.componentDidUpdate(k,b,m)', 'd.componentDidUpdate(k,b)'],
  // A state that changes while it is drawn.
  ['q=C?25:0;do{d.__g&=-9,', 'd.__g&=-9,'],
  ['}while(8&d.__g&&++q<25);', ';'],
  [',d.__g&=-5,', ','],
  ['this.__g|=4,n&&this.__h.push(n),', ''],
  // Contexts.
  ['d.getChildContext&&(i=_({},i,d.getChildContext())),', ''],
  ['j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,', 'L=i,'],
  ['j&&j.sub(d),', ''],
  ['this.context=t,', ''],
  ['new V(M,L)', 'new V(M)'],
  ['new x(M,L)', 'new x(M)'],
  ['d.context=L,', ''],
  ['d.state=d.__s,d.context)', 'd.state=d.__s)'],
  ['this.constructor(n,r)', 'this.constructor(n)'],
  // Portals.
  [
    'M.__P&&(s=l,f=(t=M.__P).namespaceURI,c=o=null,u.props&&u.props.__P!=t&&(u.__k.some(function(n){n&&J(n,n)}),u.__k=null),l=u.__k?S(u,0):null),',
    '',
  ],
  ['M.__P&&(r.__e=null,l=s),', ''],
  ['"function"!=typeof n.type||n.props.__P?null:S(n)', '"function"==typeof n.type?S(n):null'],
  ['&&!n.props.__P', ''],
  ['if(n.props.__P)return t;', ''],
  ['||u&&!t.props.__P', ''],
  // Boxes that are ticked by what is drawn.
  ['||"checked"==s&&"defaultChecked"in x', ''],
  ['"checked"==s?m=k:', ''],
  [',s="checked",null!=m&&m!=t[s]&&N(t,s,m,$[s],f)', ''],
  // Drawing into a whole document.
  ['9==r.nodeType&&(r=r.documentElement),', ''],
  // Another page's elements, and children that change places without losing their state.
  ['a.ownerDocument||document', 'document'],
  ['!u&&r.moveBefore&&o.parentNode?r.moveBefore(o,t):', ''],
  ['A(v,l,n,!h.__v)', 'A(v,l,n)'],
  ['t,r,!1)', 't,r)'],
  // Hooks for add-ons.
  ['n.vnode&&n.vnode(r),', ''],
  ['return!o&&n.vnode&&n.vnode(e),e', 'return e'],
  ['(s=n.__b)&&s(r);n:', '0;n:'],
  ['H=n.__r,', ''],
  ['H&&H(r),', ''],
  ['return(s=n.diffed)&&s(r),l', 'return l'],
  ['n.__c&&n.__c(r,t),', ''],
  ['n.unmount&&n.unmount(t),', ''],
  ['n.event?n.event(r):r', 'r'],
  ['n.__&&n.__(t,r),', ''],
  // References that are functions.
  [
    '"function"==typeof t?r?r.__x=t(r)||1:i&&(i=i.__c||i.__e)&&(r=i.__x)&&(i.__x=null,"function"==typeof r?r():t(null)):t.current=r',
    't.current=r',
  ],
  // Another time to draw than the end of the task.
  ['&&i==n.debounceRendering||((i=n.debounceRendering)||queueMicrotask)(H)', '||queueMicrotask(H)'],
  ['(i||queueMicrotask)(H)', 'queueMicrotask(H)'],
  // Styles, listeners of the capture phase, and what only old drawings and progress bars need.
  [
    'if("style"==t)if("string"==typeof r)n.style.cssText=r;else{if("string"==typeof u&&(n.style.cssText=u=""),u)for(t in u)r&&t in r||T(n.style,t);if(r)for(t in r)u&&r[t]==u[t]||T(n.style,t,r[t])}else if(',
    'if(',
  ],
  ['f=t!=(t=t.replace(l,"$1")),', 'f=!1,'],
  ['t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else', ';else'],
  ['"progress"==C&&null==b?t.removeAttribute(s):', ''],
  ['b===t[s]&&("progress"!=C||b)', 'b===t[s]'],
  // Attributes that are no properties, or not in every browser, for tables, sizes, lists of suggestions, fields of a form elsewhere, and elements that are another's kind.
  ['&&"download"!=t&&"rowSpan"!=t&&"colSpan"!=t', ''],
  ['"width"!=t&&"height"!=t&&', ''],
  ['"list"!=t&&"form"!=t&&', ''],
  ['&&"role"!=t&&"popover"!=t', ''],
  ['"popover"==t&&1==r?"":r', 'r'],
  ['x.is?x:a', 'a'],
]

/** The same of what makes elements of JSX: what a debugger or an add-on would like to know. */
const UNUSED_BY_JSX: typeof UNUSED = [['return(a||i)&&(s.__source=a,s.__self=i),r.vnode&&r.vnode(s),s', 'return s']]

/** Preact without what nobody uses. Each piece must be there, so that another version cannot pass with half of them. */
export const slimPreact: Plugin = {
  name: 'slim-preact',
  transform(code, id) {
    if (id.endsWith('/preact/dist/preact.mjs')) return without(code, UNUSED)
    if (id.endsWith('/preact/jsx-runtime/dist/jsxRuntime.mjs')) return without(code, UNUSED_BY_JSX)
    return null
  },
}

function without(code: string, unused: typeof UNUSED) {
  const missing = unused.filter(([piece]) => !code.includes(piece))
  if (missing.length)
    throw new Error(`This Preact is another: slim-preact.ts does not find ${missing.map(String).join(' ')}`)
  return unused.reduce((slim, [piece, instead]) => slim.replaceAll(piece, instead), code)
}
