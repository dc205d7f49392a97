// A drawing layer in WebGL2. It draws a swarm of points from the library's columns without a copy.
// Lines and discs are instances of one quad with smooth edges.
// Positions and sizes are in CSS pixels, except a swarm's positions, which are in world units.
const SWARM = `#version 300 es
in float x; in float y; in int kind;
uniform vec4 view; uniform vec2 size; uniform float diameter; uniform vec4 colours[10];
out vec4 colour;
void main() {
    gl_Position = vec4((view.xy + vec2(x, -y) * view.z) / size * vec2(2, -2) + vec2(-1, 1), 0, 1);
    gl_PointSize = diameter * view.w;
    colour = colours[clamp(kind, 0, 9)];
}`;
const POINT = `#version 300 es
precision mediump float;
in vec4 colour; out vec4 result;
void main() {
    vec2 from = gl_PointCoord * 2.0 - 1.0;
    if (dot(from, from) > 1.3) discard;
    result = vec4(colour.rgb * colour.a, colour.a);
}`;
// A line is a segment with half its width as the radius. A disc has length 0. A ring has an inner radius.
const SHAPE = `#version 300 es
in vec4 ends; in vec2 radii; in vec4 paint;
uniform vec2 size;
out vec2 at; flat out vec4 segment; flat out vec2 radius; flat out vec4 colour;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1), along = ends.zw - ends.xy;
    float length = length(along);
    along = length > 0.0 ? along / length : vec2(1, 0);
    float margin = radii.x + 1.0;
    at = ends.xy + along * mix(-margin, length + margin, corner.x) + vec2(-along.y, along.x) * mix(-margin, margin, corner.y);
    gl_Position = vec4(at / size * vec2(2, -2) + vec2(-1, 1), 0, 1);
    segment = ends; radius = radii; colour = paint;
}`;
const EDGE = `#version 300 es
precision highp float;
in vec2 at; flat in vec4 segment; flat in vec2 radius; flat in vec4 colour;
uniform float sharpness;
out vec4 result;
void main() {
    vec2 along = segment.zw - segment.xy, from = at - segment.xy;
    float share = clamp(dot(from, along) / max(dot(along, along), 1e-9), 0.0, 1.0), d = length(from - along * share);
    float cover = clamp((radius.x - d) * sharpness + 0.5, 0.0, 1.0);
    if (radius.y > 0.0) cover *= clamp((d - radius.y) * sharpness + 0.5, 0.0, 1.0);
    result = vec4(colour.rgb, 1) * colour.a * cover;
}`;
const FLOATS = 10; // the number of floats per shape

function program(gl, vertex, fragment) {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error(gl.getProgramInfoLog(made));
    const uniforms = {};
    for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
        const { name } = gl.getActiveUniform(made, i);
        uniforms[name.replace('[0]', '')] = gl.getUniformLocation(made, name);
    }
    return { made, uniforms, attribute: name => gl.getAttribLocation(made, name) };
}

export const rgba = (colour, alpha = 1) =>
    [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255).concat(alpha);

// A column of the swarm in the memory of the graphics card.
class Cells {
    #gl; #buffer; #room = 0;
    constructor(gl, location, isWhole) {
        this.#gl = gl;
        this.#buffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
        gl.enableVertexAttribArray(location);
        if (isWhole)
            gl.vertexAttribIPointer(location, 1, gl.INT, 0, 0);
        else
            gl.vertexAttribPointer(location, 1, gl.FLOAT, false, 0, 0);
    }
    write(numbers) {
        const gl = this.#gl;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
        if (numbers.byteLength > this.#room)
            gl.bufferData(gl.ARRAY_BUFFER, this.#room = numbers.byteLength, gl.STREAM_DRAW);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers);
    }
}

export class GlLayer {
    #gl; #swarm; #shapes; #cells; #array; #shapeArray; #shapeBuffer;
    #list = new Float32Array(FLOATS * 256);
    #used = 0;

    // Makes a layer. Returns undefined if the browser has no WebGL2.
    static on(canvas) {
        const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, premultipliedAlpha: true });
        return gl ? new GlLayer(gl) : undefined;
    }

    constructor(gl) {
        this.#gl = gl;
        gl.canvas.addEventListener('webglcontextlost', event => event.preventDefault()); // lets the browser restore it
        gl.canvas.addEventListener('webglcontextrestored', () => this.#prepare());
        this.#prepare();
    }

    #prepare() {
        const gl = this.#gl;
        this.#swarm = program(gl, SWARM, POINT);
        this.#array = gl.createVertexArray();
        gl.bindVertexArray(this.#array);
        this.#cells = ['x', 'y', 'kind'].map(name => new Cells(gl, this.#swarm.attribute(name), name === 'kind'));
        this.#shapes = program(gl, SHAPE, EDGE);
        this.#shapeArray = gl.createVertexArray();
        gl.bindVertexArray(this.#shapeArray);
        this.#shapeBuffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#shapeBuffer);
        [['ends', 4, 0], ['radii', 2, 16], ['paint', 4, 24]].forEach(([name, count, at]) => {
            const location = this.#shapes.attribute(name);
            gl.enableVertexAttribArray(location);
            gl.vertexAttribPointer(location, count, gl.FLOAT, false, 4 * FLOATS, at);
            gl.vertexAttribDivisor(location, 1);
        });
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    // Frees the context, because browsers keep only few contexts.
    close() { this.#gl.getExtension('WEBGL_lose_context')?.loseContext(); }

    begin(width, height, ratio) {
        const gl = this.#gl;
        Object.assign(this, { width, height, ratio });
        this.#used = 0;
        gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
    }

    // Draws a point for each row of the columns x, y and kind. `colours` has [r, g, b, a] for each kind.
    swarm(view, columns, colours, diameter) {
        const gl = this.#gl, { made, uniforms } = this.#swarm;
        gl.useProgram(made);
        gl.bindVertexArray(this.#array);
        this.#cells.forEach((cells, k) => cells.write([columns.x, columns.y, columns.kind][k]));
        gl.uniform4f(uniforms.view, view.offsetX, view.offsetY, view.scale, this.ratio);
        gl.uniform2f(uniforms.size, this.width, this.height);
        gl.uniform1f(uniforms.diameter, diameter);
        gl.uniform4fv(uniforms.colours, colours.flat());
        gl.drawArrays(gl.POINTS, 0, columns.x.length);
    }

    shape(x0, y0, x1, y1, radius, inner, paint) {
        if (this.#used + FLOATS > this.#list.length) {
            const longer = new Float32Array(2 * this.#list.length);
            longer.set(this.#list);
            this.#list = longer;
        }
        this.#list.set([x0, y0, x1, y1, radius, inner, ...paint], this.#used);
        this.#used += FLOATS;
    }

    end() {
        const gl = this.#gl, { made, uniforms } = this.#shapes;
        gl.useProgram(made);
        gl.bindVertexArray(this.#shapeArray);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#shapeBuffer);
        gl.bufferData(gl.ARRAY_BUFFER, this.#list.subarray(0, this.#used), gl.STREAM_DRAW);
        gl.uniform2f(uniforms.size, this.width, this.height);
        gl.uniform1f(uniforms.sharpness, this.ratio);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#used / FLOATS);
    }
}
