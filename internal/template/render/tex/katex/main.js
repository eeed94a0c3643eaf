// What internal/render/tex asks of KaTeX: main({tex, core, strict, macros, options}) returns {html, warnings} or {error}.
// With core it is MathML Core (https://www.w3.org/TR/mathml-core/), which browsers draw: letters of other alphabets are
// characters of their own, and what tables and boxes look like is said by classes, for a style sheet.
var main = (() => {
	const offsets = { // of A, a, Α, α, 0: https://www.w3.org/TR/mathml-core/#mathvariant
		"bold": [0x1D400, 0x1D41A, 0x1D6A8, 0x1D6C2, 0x1D7CE],
		"italic": [0x1D434, 0x1D44E, 0x1D6E2, 0x1D6FC],
		"bold-italic": [0x1D468, 0x1D482, 0x1D71C, 0x1D736, 0x1D7CE],
		"double-struck": [0x1D538, 0x1D552, 0, 0, 0x1D7D8],
		"script": [0x1D49C, 0x1D4B6],
		"bold-script": [0x1D4D0, 0x1D4EA],
		"fraktur": [0x1D504, 0x1D51E],
		"bold-fraktur": [0x1D56C, 0x1D586],
		"sans-serif": [0x1D5A0, 0x1D5BA, 0, 0, 0x1D7E2],
		"bold-sans-serif": [0x1D5D4, 0x1D5EE, 0x1D756, 0x1D770, 0x1D7EC],
		"sans-serif-bold": [0x1D5D4, 0x1D5EE, 0x1D756, 0x1D770, 0x1D7EC],
		"sans-serif-italic": [0x1D608, 0x1D622],
		"sans-serif-bold-italic": [0x1D63C, 0x1D656, 0x1D790, 0x1D7AA],
		"monospace": [0x1D670, 0x1D68A, 0, 0, 0x1D7F6],
	};
	const older = { // characters that Unicode had before it had the alphabets
		0x1D455: 0x210E, 0x1D49D: 0x212C, 0x1D4A0: 0x2130, 0x1D4A1: 0x2131, 0x1D4A3: 0x210B, 0x1D4A4: 0x2110, 0x1D4A7: 0x2112,
		0x1D4A8: 0x2133, 0x1D4AD: 0x211B, 0x1D4BA: 0x212F, 0x1D4BC: 0x210A, 0x1D4C4: 0x2134, 0x1D506: 0x212D, 0x1D50B: 0x210C,
		0x1D50C: 0x2111, 0x1D515: 0x211C, 0x1D51D: 0x2128, 0x1D53A: 0x2102, 0x1D53F: 0x210D, 0x1D545: 0x2115, 0x1D547: 0x2119,
		0x1D548: 0x211A, 0x1D549: 0x211D, 0x1D551: 0x2124,
	};
	const ranges = [[65, 26], [97, 26], [0x391, 25], [0x3B1, 25], [48, 10]];
	const letter = (c, variant) => {
		const at = c.codePointAt(0), set = offsets[variant] || [];
		for (let i = 0; i < ranges.length; i++)
			if (set[i] && at >= ranges[i][0] && at < ranges[i][0] + ranges[i][1]) {
				const to = set[i] + at - ranges[i][0];
				return String.fromCodePoint(older[to] || to);
			}
		return c;
	};
	const words = s => (s || "").split(" ").filter(w => w);
	const mark = (node, name) => node.classes.push("tex-" + name);
	const change = {
		letters(node) {
			const variant = node.attributes.mathvariant;
			if (!variant || variant === "normal" && node.type === "mi") return;
			delete node.attributes.mathvariant;
			if (variant === "normal") return;
			if (node.type === "mtext") return mark(node, variant); // words stay words
			const text = node.children.map(c => c.text).join("");
			if (node.type === "mi" && variant === "italic" && [...text].length === 1) return; // as it is by itself
			const changed = [...text].map(c => letter(c, variant)).join("");
			if (changed === text && node.type === "mi" && [...text].length === 1 && !variant.includes("italic")) node.attributes.mathvariant = "normal";
			for (const c of node.children) c.text = "";
			if (node.children.length) node.children[0].text = changed;
		},
		mtable(node) {
			const a = node.attributes, align = words(a.columnalign), gaps = words(a.columnspacing);
			const columns = words(a.columnlines), rows = words(a.rowlines), nth = (list, i) => list[i] || list[list.length - 1] || "none";
			node.children.forEach((row, i) => {
				let column = 0;
				for (const cell of row.children) {
					if (cell.classes.includes("mtr-glue") || cell.classes.includes("mml-eqn-num")) continue;
					if (align[column] === "left" || align[column] === "right") mark(cell, align[column]);
					if (nth(gaps, column) === "0em") mark(cell, "tight");
					if (column && nth(gaps, column - 1) === "0em") mark(cell, "close");
					const line = column < row.children.length - 1 ? nth(columns, column) : "none";
					if (line !== "none") mark(cell, line + "-end");
					const under = i < node.children.length - 1 ? nth(rows, i) : "none";
					if (under !== "none") mark(cell, under + "-below");
					column++;
				}
			});
			if (a.frame) mark(node, "frame");
			if (a.width) mark(node, "wide");
			for (const name of ["columnalign", "columnspacing", "columnlines", "rowlines", "rowspacing", "frame", "width", "side"]) delete a[name];
		},
		mtd(node) { delete node.attributes.width; },
		menclose(node) {
			for (const name of words(node.attributes.notation)) mark(node, name);
			node.type = "mrow";
			delete node.attributes.notation;
		},
	};
	const core = node => {
		if (!node.type) {
			for (const c of node.children || []) core(c);
			return;
		}
		if (["mi", "mn", "mo", "mtext"].includes(node.type)) change.letters(node);
		else if (change[node.type]) change[node.type](node);
		if (node.type === "annotation") return;
		for (const c of node.children) core(c);
	};
	return text => {
		const q = JSON.parse(text), warnings = [];
		const options = Object.assign({macros: q.macros || {}}, q.options, {strict(code, message) {
			if (code === "newLineInDisplayMode" || q.strict === "ignore") return "ignore"; // as in Hugo
			if (q.strict === "error") return "error";
			warnings.push(message);
			return "ignore";
		}});
		try {
			if (!q.core) return JSON.stringify({html: katex.renderToString(q.tex, options), warnings});
			options.output = "mathml";
			const math = katex.__renderToDomTree(q.tex, options).children[0];
			core(math);
			delete math.attributes.xmlns;
			return JSON.stringify({html: math.toMarkup().replace(/ class ="/g, ' class="'), warnings});
		} catch (e) {
			if (e instanceof katex.ParseError) return JSON.stringify({error: e.message});
			throw e;
		}
	};
})();
